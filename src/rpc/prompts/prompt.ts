export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; title: string; description: string; required: boolean }[];
  write(args: Readonly<Record<string, string>>): string;
}
