import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);
const NARRATE = new URL('../../scripts/narrate.mjs', import.meta.url).href;

/** Prints the output of two steps, the second of which ends first. */
async function narrated({ isTerminal }: { isTerminal: boolean }): Promise<string> {
  const program = `
process.stderr.isTTY = ${isTerminal};
const { narrate } = await import(${JSON.stringify(NARRATE)});
let end;
const slow = narrate('Getting ready', () => new Promise((resolve) => { end = resolve; }), 'Still compiling');
await narrate('Building', async () => {});
end();
await slow;
`;
  return (await run(process.execPath, ['--input-type=module', '-e', program])).stderr;
}

t.test('a step that still runs when another has ended is reported as running', async (t) => {
  t.match(
    await narrated({ isTerminal: false }),
    /^Getting ready …\nBuilding …\nBuilding: \d+ s\nStill compiling, \d+ s so far …\nGetting ready: \d+ s\n$/,
  );
});

t.test('a terminal shows it in the updated line', async (t) => {
  const printed = await narrated({ isTerminal: true });
  t.match(printed, /Building: \d+ s\n[^\n]*\| Still compiling, \d+ s[^\n]*Getting ready: \d+ s\n$/);
});
