interface Container {
  /** Prefix of the first line, for example "- " in a list item. */
  first: string;
  /** Prefix of the other lines, for example two spaces in a list item. */
  rest: string;
  used: boolean;
}

const MAXIMUM_CONTAINERS = 24;

export class BlockWriter {
  readonly #lines: string[] = [];
  readonly #containers: Container[] = [];
  #beyond = 0;
  #rest = '';
  #gap = 0;

  get empty(): boolean {
    return this.#lines.length === 0;
  }

  enter(first: string, rest: string): void {
    if (this.#containers.length >= MAXIMUM_CONTAINERS) {
      this.#beyond += 1;
      return;
    }
    this.#containers.push({ first, rest, used: false });
    this.#rest += rest;
  }

  leave(): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const container = this.#containers.pop();
    if (container) this.#rest = this.#rest.slice(0, this.#rest.length - container.rest.length);
  }

  separate(): void {
    this.#gap = 2;
  }

  adjoin(): void {
    this.#gap = 1;
  }

  write(text: string): void {
    const lines = text.split('\n');
    if (this.#gap === 2 && this.#lines.length > 0) this.#lines.push(this.#outerPrefix());
    const first = this.#containers.map((container) => (container.used ? container.rest : container.first)).join('');
    for (const container of this.#containers) container.used = true;
    for (const [index, line] of lines.entries())
      this.#lines.push(line === '' ? this.#rest.trimEnd() : (index === 0 ? first : this.#rest) + line);
    this.#gap = 2;
  }

  #outerPrefix(): string {
    const fresh = this.#containers.findIndex((container) => !container.used);
    const outer = fresh < 0 ? this.#containers : this.#containers.slice(0, fresh);
    return outer
      .map((container) => container.rest)
      .join('')
      .trimEnd();
  }

  toString(): string {
    return this.#lines.join('\n');
  }
}
