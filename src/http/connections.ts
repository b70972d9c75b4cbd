import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MIB } from '../lib/byte-units.ts';
import { networkOf } from '../lib/network-of.ts';

export interface ConnectionLimits {
  /** Maximum number of open connections: of all clients (`maximum`) and of one network (`maximumEach`). */
  maximum: number;
  maximumEach: number;
  /** Time limits for receiving a request's header fields (`headersMs`) and the whole request (`requestMs`). */
  headersMs: number;
  requestMs: number;
  idleMs: number;
  /**
   * How long a client may read nothing of its answer: normally (`unreadMs`) and during a shutdown (`unreadClosingMs`).
   */
  unreadMs: number;
  unreadClosingMs: number;
  /**
   * Maximum number of bytes of an unwanted request body that are read and dropped. Beyond it, the connection is closed.
   */
  unwantedBytes: number;
  /** Interval at which all connections are checked against these limits. */
  checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maximum: 1_024,
  maximumEach: 256,
  headersMs: 10_000,
  requestMs: 30_000,
  // Most proxies close idle connections after a minute. This limit must be longer, because a proxy could otherwise send
  // a request on a connection that the service is closing.
  idleMs: 72_000,
  unreadMs: 30_000,
  unreadClosingMs: 1_000,
  unwantedBytes: 16 * MIB,
  checkMs: 1_000,
};

/** Maximum number of requests of one connection that are handled at a time. Further pipelined requests wait. */
const AT_WORK = 16;

/**
 * Node.js counts refused connections until they are closed, so the server's own limit must be higher by this number.
 */
const REFUSALS_AT_ONCE = 256;

const NO_TUNNELS = 'HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

interface Connection {
  socket: Socket;
  network: string;
  responses: ServerResponse[];
  /** Listens to the event `close` of the connection's responses. One function serves all of them. */
  onClose: (this: ServerResponse) => void;
  timed: boolean;
  askedAt: number;
  seen: { askedAt: number; bytes: number };
  waiting: (() => void)[];
}

/**
 * A new connection beyond a limit replaces a connection that is idle or has sent only an incomplete request. At the
 * limit per network, the replaced connection is of the same network; at the limit for all, networks with more
 * connections come first. The service refuses the new connection if it can replace none. Peers for which `isProxy` is
 * true serve many people, so they have no limit per network.
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

  createServer(handler: RequestListener): Server {
    const { maximum, headersMs, requestMs, idleMs, checkMs } = this.#limits;
    const server = createServer({ connectionsCheckingInterval: checkMs }, (request, response) => {
      const connection = this.#bySocket.get(request.socket);
      if (!connection || this.#begin(connection, response)) handler(request, response);
      else connection.waiting.push(() => handler(request, response));
    });
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.keepAliveTimeout = idleMs;
    server.maxConnections = maximum + REFUSALS_AT_ONCE;
    server.on('connection', (socket) => this.#admit(socket));
    // Node passes the socket of a CONNECT request to this listener and sends no answer itself.
    server.on('connect', (_request, socket) => socket.end(NO_TUNNELS));
    return server;
  }

  /**
   * Closes connections without a complete request now, others when their answer is sent, and the rest after `graceMs`.
   */
  close(graceMs: number): void {
    this.#closing = true;
    setTimeout(() => {
      for (const { socket } of this.#all()) socket.destroy();
    }, graceMs).unref();
    for (const connection of this.#all()) {
      // An incomplete request is not a call yet, but earlier requests on its connection may be calls.
      const newest = connection.responses.findLast(({ req }) => req.complete);
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
    const end = (response: ServerResponse): void => this.#end(connection, response);
    const connection: Connection = {
      socket,
      network,
      responses: [],
      onClose: function () {
        end(this);
      },
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

  /** Returns false if the connection's earlier requests must be answered first. */
  #begin(connection: Connection, response: ServerResponse): boolean {
    connection.responses.push(response);
    connection.askedAt = this.#moments += 1;
    // `once` would wrap the listener for every request, and the event comes only once anyway.
    response.on('close', connection.onClose);
    return connection.responses.length <= AT_WORK;
  }

  #end({ socket, responses, waiting }: Connection, response: ServerResponse): void {
    responses.splice(responses.indexOf(response), 1);
    const next = socket.destroyed ? undefined : waiting.shift();
    // The next request starts in a later turn of the event loop, so that other connections are read in between.
    if (next) setImmediate(next);
    if (!this.#closing) return;
    const due = responses.some(({ req }) => req.complete);
    if (!due) socket.end(() => socket.destroy());
  }

  /** Ends connections whose client does not read its answer, or sends too much of an unwanted body. */
  #check(): void {
    const ms = this.#closing ? this.#limits.unreadClosingMs : this.#limits.unreadMs;
    for (const connection of this.#all()) {
      const { socket, responses } = connection;
      // Bytes that arrive without a new request belong to the body of a request that was already answered.
      if (responses.length > 0 || connection.seen.askedAt !== connection.askedAt)
        connection.seen = { askedAt: connection.askedAt, bytes: socket.bytesRead };
      else if (socket.bytesRead - connection.seen.bytes > this.#limits.unwantedBytes) socket.destroy();
      const unread = responses.length > 0 && socket.writableLength > 0;
      if (unread && (!connection.timed || socket.timeout !== ms)) socket.setTimeout(ms);
      else if (!unread && connection.timed && responses.length > 0) socket.setTimeout(0);
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
 * Closes the connection that has been idle longest or, if none is idle, the oldest one of those that have sent only an
 * incomplete request. Returns false if there is neither.
 */
function closeForRoom(connections: ReadonlySet<Connection>): boolean {
  let idle: Connection | undefined;
  let sending: Connection | undefined;
  for (const connection of connections) {
    const { socket, responses, askedAt } = connection;
    if (socket.destroyed) continue;
    if (responses.length === 0) {
      if (!idle || askedAt < idle.askedAt) idle = connection;
    } else if ((!sending || askedAt < sending.askedAt) && responses.every(({ req }) => !req.complete)) {
      sending = connection;
    }
  }
  const leaving = idle ?? sending;
  leaving?.socket.destroy();
  return leaving !== undefined;
}
