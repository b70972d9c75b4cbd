import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MIB } from '../lib/byte-units.ts';
import { networkOf } from '../lib/network-of.ts';

export interface ConnectionLimits {
  /** Maximum number of open connections in all (`maximum`) and from one network (`maximumEach`). */
  maximum: number;
  maximumEach: number;
  /** Time limits for a request's header fields (`headersMs`) and for the whole request (`requestMs`). */
  headersMs: number;
  requestMs: number;
  idleMs: number;
  /** How long a client may go without reading any of its answer. */
  unreadMs: number;
  /** The value of `unreadMs` during shutdown. */
  unreadClosingMs: number;
  /** How many bytes of an unread request body are drained after the answer before the connection is closed anyway. */
  unwantedBytes: number;
  /** How often drained bodies and slow readers are checked. */
  checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maximum: 1_024,
  maximumEach: 256,
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than the minute for which proxies keep idle connections, so that the proxy closes them first.
  idleMs: 72_000,
  unreadMs: 30_000,
  unreadClosingMs: 1_000,
  unwantedBytes: 16 * MIB,
  checkMs: 1_000,
};

/** Maximum number of requests of one connection that are processed at the same time; further pipelined ones wait. */
const AT_WORK = 16;

/** Added to the server's limit, because refused connections count until they are closed. */
const REFUSALS_AT_ONCE = 256;

const NO_TUNNELS = 'HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

interface Connection {
  socket: Socket;
  network: string;
  /** Answers that are not completely sent; empty if the connection is idle. */
  responses: Set<ServerResponse>;
  /** True while the time limit for reading the answer runs. */
  timed: boolean;
  /** Sequence number, over all connections, of this connection's last connect or request. */
  askedAt: number;
  /** `askedAt` and the number of received bytes at the last check. */
  seen: { askedAt: number; bytes: number };
  /** Pipelined requests that wait for earlier ones on the connection. */
  waiting: (() => void)[];
}

/**
 * If there are too many connections, closes one in the network that has the most, so that a client with thousands
 * does not keep others out. Peers for which `isProxy` is true serve many people and have no limit per network.
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

  /** Creates a server, not yet listening, whose connections are limited. */
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
    // Node hands over the socket of a CONNECT request without answering.
    server.on('connect', (_request, socket) => socket.end(NO_TUNNELS));
    return server;
  }

  /** Closes idle connections now, others as soon as their answer is sent, and the rest after `graceMs`. */
  close(graceMs: number): void {
    this.#closing = true;
    setTimeout(() => {
      for (const { socket } of this.#all()) socket.destroy();
    }, graceMs).unref();
    for (const connection of this.#all()) {
      // An incomplete request is not a call yet, but earlier requests on its connection are.
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
    // Not `once`, which would wrap the listener for every request; the event comes only once anyway.
    response.on('close', () => {
      connection.responses.delete(response);
      const next = socket.destroyed ? undefined : connection.waiting.shift();
      // A later turn of the event loop lets other connections be read in between.
      if (next) setImmediate(next);
      if (!this.#closing) return;
      const due = [...connection.responses].some(({ req }) => req.complete);
      if (!due) socket.end(() => socket.destroy());
    });
    if (connection.responses.size <= AT_WORK) work();
    else connection.waiting.push(work);
  }

  /**
   * Ends connections of slow readers and of clients that send unread bodies. Node's own time-out does not fire while
   * a slow reader still takes a few bytes.
   */
  #check(): void {
    const ms = this.#closing ? this.#limits.unreadClosingMs : this.#limits.unreadMs;
    for (const connection of this.#all()) {
      const { socket, responses } = connection;
      // Bytes that arrive without a new request belong to the body of a request that was already answered.
      if (responses.size > 0 || connection.seen.askedAt !== connection.askedAt)
        connection.seen = { askedAt: connection.askedAt, bytes: socket.bytesRead };
      else if (socket.bytesRead - connection.seen.bytes > this.#limits.unwantedBytes) socket.destroy();
      const unread = responses.size > 0 && socket.writableLength > 0;
      if (unread && (!connection.timed || socket.timeout !== ms)) socket.setTimeout(ms);
      // The client reads a long answer, so its time limit ends.
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
 * Closes one connection of a network: the one that has been idle longest, or else one whose request is incomplete.
 * Returns false if there is neither.
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
