/** A ready-made request that a person chooses in a client. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; title: string; description: string; required: boolean }[];
  /** Writes the request; optional arguments may be absent. */
  write(args: Readonly<Record<string, string>>): string;
}
