import { describeValues, type Command } from './command.ts';
import type { CommandGroup } from './index.ts';

const LINE_WIDTH = 100;

export function helpOf(command: Command): string {
  const { name, summary, details, examples } = command;
  const values = describeValues(command).map((line) => `  ${line}\n`);
  const lines = examples.map((example) => `  ${`jobdata ${name} ${example}`.trimEnd()}\n`);
  return [
    `${summary}\n\n${usageOf(command)}\n`,
    ...(values.length > 0 ? [values.join('')] : []),
    ...(details ? [`${details}\n`] : []),
    `${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('')}`,
  ].join('\n');
}

export function overview(shown: readonly CommandGroup[]): string {
  const width = Math.max(...shown.flatMap(([, commands]) => commands.map(({ name }) => name.length)));
  const sections = shown.map(([heading, commands]) => {
    const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
    return `${heading}\n${lines.join('\n')}\n`;
  });
  return `jobdata: job data for programs and assistants\n\n${sections.join('\n')}
jobdata COMMAND --help shows a command's options, units and examples; jobdata --version shows the version.
Settings come from the environment (src/docs/en/operating.md).\n`;
}

export function usageOf({ name, usage }: Command): string {
  const lines = [`  jobdata ${name}`];
  for (const [part] of usage.matchAll(/\[(?:[^[\]]|\[[^\]]*\])*\]|\([^)]*\)|--\S+ [^\s[(-]\S*|\S+/g)) {
    const last = lines.at(-1) as string;
    if (last.length + part.length < LINE_WIDTH) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`      ${part}`);
  }
  return lines.join('\n');
}
