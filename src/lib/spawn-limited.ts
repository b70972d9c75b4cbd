import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shellQuoted } from './text.ts';

export interface ProcessLimits {
  /** Limit of the JavaScript heap. */
  heapMib: number;
  /** Size of the young generation, which V8 keeps once it has grown. */
  semiSpaceMib: number;
  /** Memory limit; absent: none. */
  memoryMib?: number;
  /** Limit of processor time; absent: none. */
  cpuSeconds?: number;
  /**
   * The process runs only the service's own code: it gets the environment and writes to standard error. It
   * stays in the service's session, because Linux may share the processor between sessions, and a session of
   * its own would then compete with the service's threads, whatever the priorities.
   */
  trusted?: boolean;
  /** The process's own temporary folder, if it has one; Linux only. */
  folder?: string | undefined;
}

const PATH = '/usr/local/bin:/usr/bin:/bin';
/** The C library keeps freed memory in an arena per thread; two arenas suffice for Node.js. */
const ARENAS = 'MALLOC_ARENA_MAX=2';
/** Node.js flags that child processes inherit: name resolution and trusted certificates. */
const PASSED_FLAGS =
  /^--(?:dns-result-order|(?:no-)?network-family-autoselection(?:-attempt-timeout)?|use-(?:openssl|bundled|system)-ca|openssl-[a-z-]+|tls-(?:min|max)-v[\d.]+|tls-cipher-list|(?:enable|force)-fips|jitless|no-warnings|disable-warning)$/;
/** The TypeScript loader, if sources run uncompiled; other preloaded modules are not passed on. */
const LOADERS =
  /^(?:--import|--require|-r|--(?:experimental-)?loader|--conditions|-C|--enable-source-maps|--(?:no-)?experimental-[a-z-]+)$/;
/** Flags whose value may be the next word. */
const WITH_VALUE =
  /^(?:--dns-result-order|--network-family-autoselection-attempt-timeout|--openssl-config|--tls-cipher-list|--disable-warning|--import|--require|-r|--(?:experimental-)?loader|--conditions|-C)$/;

/**
 * The flags of this process that its children inherit, without those that read a file of secrets, evaluate a
 * text or watch files.
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

/** Variables of the environment that are paths, not secrets. */
const PASSED_ON = ['TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * Starts a module as a child process with these limits. V8 keeps the limit of the heap; the operating system keeps
 * those of memory and processor time, on Linux only. The process ends with the service and communicates over standard
 * input and output.
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
    // A process that reads outside content gets none of the service's secrets: on Linux the shell passes on only
    // these variables.
    ...(trusted && linux ? {} : { env: { PATH } }),
  };
  if (!linux) return spawn(process.execPath, node, options);
  const passed = trusted ? PASSED_ON.map((name) => `\${${name}:+"${name}=$${name}"}`).join(' ') : '';
  const script = [
    ...(limits.cpuSeconds === undefined ? [] : [`ulimit -t ${limits.cpuSeconds}`]),
    ...(limits.memoryMib === undefined ? [] : [limitData(limits.memoryMib)]),
    // The child must not outlive the service: with setpriv it ends at once, otherwise when its input closes.
    `PATH=${PATH}`,
    ...(limits.folder === undefined ? [] : [`TMPDIR=${shellQuoted(limits.folder)}`]),
    `set -- env -i PATH="$PATH" ${ARENAS} ${passed} "$0" "$@"`,
    'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$@"',
    'exec "$@"',
  ].join('\n');
  return spawn('/bin/sh', ['-c', script, process.execPath, ...node], options);
}

/** Node.js 24 and newer map the whole range of compiled code as writable, so it counts as data. */
const CODE_RANGE_MIB = Number(process.versions.node.split('.')[0]) >= 24 ? 512 : 0;

/**
 * A shell command that limits a Node.js process to this much memory (RLIMIT_DATA); the process does not start if
 * the limit cannot be set.
 */
function limitData(memoryMib: number): string {
  return `ulimit -d ${(memoryMib + CODE_RANGE_MIB) * 1024} || exit`;
}
