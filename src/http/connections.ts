import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../lib/network-of.ts';

export interface ConnectionLimits {
  /** Connections at once: of all, and of one network. */
  maximum: number;
  maximumEach: number;
  /** Until a request's header fields have come, and until all of it has. */
  headersMs: number;
  requestMs: number;
  /** How long a connection without a request is kept. */
  idleMs: number;
  /** How long a client may take nothing of its answer. */
  unreadMs: number;
  /** The same once the service is on its way down. */
  unreadClosingMs: number;
  /** What is read on after an answer of a body that was not waited for, before the connection is cut all the same. */
  unwantedBytes: number;
  /** How often that and the drips are looked after. */
  checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maximum: 1_024,
  maximumEach: 256,
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than the minute that proxies in front keep theirs: they close first.
  idleMs: 72_000,
  unreadMs: 30_000,
  unreadClosingMs: 1_000,
  unwantedBytes: 16 * 1024 * 1024,
  checkMs: 1_000,
};

/** Requests of one connection that are at work at once; those that came behind them leave others their turn. */
const AT_WORK = 16;

/** Connections that are being refused count with the server until they are gone. */
const REFUSALS_AT_ONCE = 256;

const NO_TUNNELS = 'HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

interface Connection {
  socket: Socket;
  network: string;
  /** Answers that are not out yet; none: idle. */
  responses: Set<ServerResponse>;
  /** The clock of an unread answer runs. */
  timed: boolean;
  /** When it came or asked last, in the order of all that came and asked. */
  askedAt: number;
  /** That, and the bytes that had come, when it was last looked at with an answer due or given since. */
  seen: { askedAt: number; bytes: number };
  /** Requests that wait for those before them on their connection. */
  waiting: (() => void)[];
}

/**
 * The connections of the service's servers. When there are too many, one of the
 * network that holds the most makes room, the longest idle, or else the longest
 * at a request that has not come to its end: so that whoever holds thousands
 * keeps nobody else out. `isProxy` names peers whose
 * connections are many people's; they have no limit of their own.
 */
export class HttpConnections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #networks = new Map<string, Set<Connection>>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  #count = 0;
  #moments = 0;
  #closing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(isProxy: (address: string) => boolean, limits: ConnectionLimits = CONNECTION_LIMITS) {
    this.#isProxy = isProxy;
    this.#limits = limits;
  }

  /** A server whose connections are watched; not yet listening. */
  createServer(handler: RequestListener): Server {
    const { maximum, headersMs, requestMs, idleMs, checkMs } = this.#limits;
    const server = createServer({ connectionsCheckingInterval: checkMs }, (request, response) =>
      this.#answering(request.socket, response, () => handler(request, response)),
    );
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.keepAliveTimeout = idleMs;
    server.maxConnections = maximum + REFUSALS_AT_ONCE;
    server.on('connection', (socket) => this.#admit(socket));
    // Node hands the socket over and answers nothing.
    server.on('connect', (_request, socket) => socket.end(NO_TUNNELS));
    return server;
  }

  /** Closes idle connections now, each other one right after its answer, and after `graceMs` whatever is left. */
  close(graceMs: number): void {
    this.#closing = true;
    setTimeout(() => {
      for (const { socket } of this.#all()) socket.destroy();
    }, graceMs).unref();
    for (const connection of this.#all()) {
      // A request that is still on its way is no call yet; one that came before it on its connection is.
      const newest = [...connection.responses].findLast(({ req }) => req.complete);
      if (!newest) connection.socket.destroy();
      else if (!newest.headersSent) newest.setHeader('connection', 'close');
    }
    this.#check();
  }

  #admit(socket: Socket): void {
    if (this.#closing) return void socket.destroy();
    const network = networkOf(socket.remoteAddress ?? '');
    const others = this.#networks.get(network) ?? new Set();
    const room =
      (others.size < this.#limits.maximumEach || this.#isProxy(socket.remoteAddress ?? '') || closeForRoom(others)) &&
      (this.#count < this.#limits.maximum || this.#mostHeldFirst().some(closeForRoom));
    if (!room) return void socket.destroy();
    const connection: Connection = {
      socket,
      network,
      responses: new Set(),
      timed: false,
      askedAt: (this.#moments += 1),
      seen: { askedAt: 0, bytes: 0 },
      waiting: [],
    };
    this.#bySocket.set(socket, connection);
    this.#networks.set(network, others.add(connection));
    this.#count += 1;
    socket.once('close', () => this.#forget(connection));
    this.#timer ??= setInterval(() => this.#check(), this.#limits.checkMs).unref();
  }

  #forget(connection: Connection): void {
    const others = this.#networks.get(connection.network);
    if (!others?.delete(connection)) return;
    this.#count -= 1;
    if (others.size === 0) this.#networks.delete(connection.network);
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #answering(socket: Socket, response: ServerResponse, work: () => void): void {
    const connection = this.#bySocket.get(socket);
    if (!connection) return work();
    connection.responses.add(response);
    connection.askedAt = this.#moments += 1;
    response.once('close', () => {
      connection.responses.delete(response);
      const next = socket.destroyed ? undefined : connection.waiting.shift();
      // In a later turn of the loop: what came from others meanwhile is read first.
      if (next) setImmediate(next);
      if (!this.#closing) return;
      const due = [...connection.responses].some(({ req }) => req.complete);
      if (!due) socket.end(() => socket.destroy());
    });
    if (connection.responses.size <= AT_WORK) work();
    else connection.waiting.push(work);
  }

  /** Node takes a slow reader for a living one as long as anything of the answer leaves. */
  #check(): void {
    const ms = this.#closing ? this.#limits.unreadClosingMs : this.#limits.unreadMs;
    for (const connection of this.#all()) {
      const { socket, responses } = connection;
      // Without a request since: what comes is the rest of a body whose answer is out.
      if (responses.size > 0 || connection.seen.askedAt !== connection.askedAt)
        connection.seen = { askedAt: connection.askedAt, bytes: socket.bytesRead };
      else if (socket.bytesRead - connection.seen.bytes > this.#limits.unwantedBytes) socket.destroy();
      const unread = responses.size > 0 && socket.writableLength > 0;
      if (unread && (!connection.timed || socket.timeout !== ms)) socket.setTimeout(ms);
      // An answer that was read up to here, and goes on.
      else if (!unread && connection.timed && responses.size > 0) socket.setTimeout(0);
      connection.timed = unread;
    }
  }

  #mostHeldFirst(): ReadonlySet<Connection>[] {
    return [...this.#networks.values()].sort((a, b) => b.size - a.size);
  }

  *#all(): Iterable<Connection> {
    for (const connections of this.#networks.values()) yield* connections;
  }
}

/**
 * Closes that of a network's connections which has asked for nothing for the
 * longest time, or else one that is still sending what nobody has begun to
 * answer. False when there is none.
 */
function closeForRoom(connections: ReadonlySet<Connection>): boolean {
  let idle: Connection | undefined;
  let sending: Connection | undefined;
  for (const connection of connections) {
    const { socket, responses, askedAt } = connection;
    if (socket.destroyed) continue;
    if (responses.size === 0) {
      if (!idle || askedAt < idle.askedAt) idle = connection;
    } else if ((!sending || askedAt < sending.askedAt) && [...responses].every(({ req }) => !req.complete)) {
      sending = connection;
    }
  }
  const leaving = idle ?? sending;
  leaving?.socket.destroy();
  return leaving !== undefined;
}
