import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitData } from './data-limit.ts';

export interface ProcessLimits {
  /** Of its JavaScript heap. */
  heapMib: number;
  /** Of its young generation, which is kept once it was used. */
  semiSpaceMib: number;
  /** Of all that it asks the operating system for; none when absent. */
  memoryMib?: number;
  /** Processor time; none when absent. */
  cpuSeconds?: number;
  /**
   * It is the service's own code: told where things are, its faults on standard
   * error. It stays in the service's session: where Linux shares the processor
   * out over sessions, one of its own would take its turns from the service's
   * threads, whatever the priorities inside.
   */
  trusted?: boolean;
}

const PATH = '/usr/local/bin:/usr/bin:/bin';
/** What of the environment says where things are, and no secrets. */
const PASSED_ON = ['TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * Starts a module as a process that the operating system holds down and that
 * ends with the service. It is spoken with by its standard input and output.
 */
export function spawnLimited(entry: URL, limits: ProcessLimits): ChildProcess {
  const node = [
    ...process.execArgv.filter((argument) => !/^--(?:max-|inspect|trace|prof|cpu-prof|heap)/.test(argument)),
    `--max-old-space-size=${limits.heapMib}`,
    `--max-semi-space-size=${limits.semiSpaceMib}`,
    fileURLToPath(entry),
  ];
  const { trusted = false } = limits;
  const linux = process.platform === 'linux';
  const options = {
    stdio: ['pipe', 'pipe', trusted ? 'inherit' : 'ignore'] as ['pipe', 'pipe', 'inherit' | 'ignore'],
    // What deals with strangers is told none of the service's secrets: on Linux the shell passes on what it may know.
    ...(trusted && linux ? {} : { env: { PATH } }),
  };
  if (!linux) return spawn(process.execPath, node, options);
  const passed = trusted ? PASSED_ON.map((name) => `\${${name}:+"${name}=$${name}"}`).join(' ') : '';
  const script = [
    ...(limits.cpuSeconds === undefined ? [] : [`ulimit -t ${limits.cpuSeconds}`]),
    ...(limits.memoryMib === undefined ? [] : [limitData(limits.memoryMib)]),
    // Whatever becomes of the service, its child does not outlive it: at once where there is setpriv, and soon anyway.
    `PATH=${PATH}`,
    `set -- env -i PATH="$PATH" ${passed} "$0" "$@"`,
    'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$@"',
    'exec "$@"',
  ].join('\n');
  return spawn('/bin/sh', ['-c', script, process.execPath, ...node], options);
}
