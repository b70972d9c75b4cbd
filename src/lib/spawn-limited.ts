import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shellQuoted } from './text.ts';

export interface ProcessLimits {
  heapMib: number;
  /** V8 does not shrink the young generation of the heap, so its size must be limited. */
  semiSpaceMib: number;
  memoryMib?: number;
  cpuSeconds?: number;
  /**
   * True if the process runs only the service's own code. Such a process shares the service's standard error and, on
   * Linux, gets the environment variables in `PASSED_ON`.
   */
  trusted?: boolean;
  folder?: string | undefined;
}

const PATH = '/usr/local/bin:/usr/bin:/bin';
/** Without this limit, the C library keeps freed memory in many arenas. */
const ARENAS = 'MALLOC_ARENA_MAX=2';
const PASSED_FLAGS =
  /^--(?:dns-result-order|(?:no-)?network-family-autoselection(?:-attempt-timeout)?|use-(?:openssl|bundled|system)-ca|openssl-[a-z-]+|tls-(?:min|max)-v[\d.]+|tls-cipher-list|(?:enable|force)-fips|jitless|no-warnings|disable-warning)$/;
/**
 * Flags for running TypeScript sources, such as those that preload a loader. They are passed on only to a process that
 * runs from the sources, because compiled code needs none of them.
 */
const LOADERS =
  /^(?:--import|--require|-r|--(?:experimental-)?loader|--conditions|-C|--enable-source-maps|--(?:no-)?experimental-[a-z-]+)$/;
const WITH_VALUE =
  /^(?:--dns-result-order|--network-family-autoselection-attempt-timeout|--openssl-config|--tls-cipher-list|--disable-warning|--import|--require|-r|--(?:experimental-)?loader|--conditions|-C)$/;

/**
 * Returns only known flags, because others could make the process read a file of secrets (`--env-file`), evaluate code
 * (`--eval`) or watch files (`--watch`).
 */
function passedFlags(given: readonly string[], sources: boolean): string[] {
  const passed: string[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const flag = given[at] as string;
    const name = flag.split('=', 1)[0] as string;
    const value = name === flag && WITH_VALUE.test(name) ? given.slice((at += 1), at + 1) : [];
    if (PASSED_FLAGS.test(name) || (sources && LOADERS.test(name))) passed.push(flag, ...value);
  }
  return passed;
}

/** These environment variables contain no secrets. */
const PASSED_ON = ['TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * `memoryMib`, `cpuSeconds` and `folder` take effect only on Linux, and `folder` only for a trusted process. The
 * process communicates over standard input and output.
 */
export function spawnLimited(entry: URL, limits: ProcessLimits): ChildProcess {
  const node = [
    ...passedFlags(process.execArgv, entry.pathname.endsWith('.ts')),
    `--max-old-space-size=${limits.heapMib}`,
    `--max-semi-space-size=${limits.semiSpaceMib}`,
    fileURLToPath(entry),
  ];
  const { trusted = false } = limits;
  const linux = process.platform === 'linux';
  const options = {
    stdio: ['pipe', 'pipe', trusted ? 'inherit' : 'ignore'] as ['pipe', 'pipe', 'inherit' | 'ignore'],
    // No process gets the service's secrets. On Linux, the shell script below passes on to a trusted process only the
    // variables in `PASSED_ON`; all other processes get none of the service's variables.
    ...(trusted && linux ? {} : { env: { PATH } }),
  };
  if (!linux) return spawn(process.execPath, node, options);
  const passed = trusted ? PASSED_ON.map((name) => `\${${name}:+"${name}=$${name}"}`).join(' ') : '';
  const script = [
    ...(limits.cpuSeconds === undefined ? [] : [`ulimit -t ${limits.cpuSeconds}`]),
    ...(limits.memoryMib === undefined ? [] : [limitData(limits.memoryMib)]),
    `PATH=${PATH}`,
    ...(limits.folder === undefined ? [] : [`TMPDIR=${shellQuoted(limits.folder)}`]),
    `set -- env -i PATH="$PATH" ${ARENAS} ${passed} "$0" "$@"`,
    // The child must not outlive the service. With setpriv, the kernel kills it when the service ends; otherwise, it
    // ends when its input closes.
    'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$@"',
    'exec "$@"',
  ].join('\n');
  return spawn('/bin/sh', ['-c', script, process.execPath, ...node], options);
}

/** Node.js 24 and newer map the whole range of compiled code as writable, so the range counts as data. */
const CODE_RANGE_MIB = Number(process.versions.node.split('.')[0]) >= 24 ? 512 : 0;

function limitData(memoryMib: number): string {
  return `ulimit -d ${(memoryMib + CODE_RANGE_MIB) * 1024} || exit`;
}
