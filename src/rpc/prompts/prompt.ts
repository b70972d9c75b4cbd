/** A ready request that a person picks in a client. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; title: string; description: string; required: boolean }[];
  /** The request, made of the arguments that were given; optional ones may be absent. */
  write(args: Readonly<Record<string, string>>): string;
}
