import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shellQuoted } from './text.ts';

export interface ProcessLimits {
  heapMib: number;
  /** Size of the young generation of the heap, which V8 does not shrink. */
  semiSpaceMib: number;
  /** Memory limit; undefined: no limit. */
  memoryMib?: number;
  /** Limit of processor time; undefined: no limit. */
  cpuSeconds?: number;
  /**
   * True if the process runs only the service's own code: it gets part of the environment and writes to standard error.
   */
  trusted?: boolean;
  /** The process's own temporary folder (only on Linux). */
  folder?: string | undefined;
}

const PATH = '/usr/local/bin:/usr/bin:/bin';
/** Without a limit, the C library keeps freed memory in many arenas, one for each thread. */
const ARENAS = 'MALLOC_ARENA_MAX=2';
/** Flags of Node.js that child processes get too, such as those for name resolution and TLS. */
const PASSED_FLAGS =
  /^--(?:dns-result-order|(?:no-)?network-family-autoselection(?:-attempt-timeout)?|use-(?:openssl|bundled|system)-ca|openssl-[a-z-]+|tls-(?:min|max)-v[\d.]+|tls-cipher-list|(?:enable|force)-fips|jitless|no-warnings|disable-warning)$/;
/** Flags that load TypeScript, passed on if the sources run uncompiled. Other preloaded modules are not passed on. */
const LOADERS =
  /^(?:--import|--require|-r|--(?:experimental-)?loader|--conditions|-C|--enable-source-maps|--(?:no-)?experimental-[a-z-]+)$/;
/** Flags whose value may be the next argument. */
const WITH_VALUE =
  /^(?:--dns-result-order|--network-family-autoselection-attempt-timeout|--openssl-config|--tls-cipher-list|--disable-warning|--import|--require|-r|--(?:experimental-)?loader|--conditions|-C)$/;

/**
 * The flags of this process that its children get too. Flags that read a file of secrets, evaluate a text or watch
 * files are left out.
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

/** Variables of the environment that contain no secrets. */
const PASSED_ON = ['TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * Starts a module as a child process with these limits; those of memory and processor time only on Linux. The process
 * ends with the service and communicates over standard input and output.
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
    // A process that reads text from outside gets none of the service's secrets. On Linux, the shell passes on only the
    // variables in the script.
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
    // The child must not outlive the service: with setpriv it ends at once, otherwise when its input closes.
    'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$@"',
    'exec "$@"',
  ].join('\n');
  return spawn('/bin/sh', ['-c', script, process.execPath, ...node], options);
}

/** Node.js 24 and newer map the whole range of compiled code as writable, so the range counts as data. */
const CODE_RANGE_MIB = Number(process.versions.node.split('.')[0]) >= 24 ? 512 : 0;

/**
 * A shell command that limits the memory of a Node.js process (RLIMIT_DATA). If the limit cannot be set, the process
 * does not start.
 */
function limitData(memoryMib: number): string {
  return `ulimit -d ${(memoryMib + CODE_RANGE_MIB) * 1024} || exit`;
}
