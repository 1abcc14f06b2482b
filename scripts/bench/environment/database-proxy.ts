import { createServer, connect, type Socket } from 'node:net';

export interface DatabaseProxy {
  url: string;
  /** Statements that were sent for execution so far. */
  statements(): number;
  /** Statements executed since the last call: each text once, with its latest values. */
  takeStatements(): SeenStatement[];
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  stop(): void;
}

export interface SeenStatement {
  text: string;
  /** Text, or bytes for values in the binary format. */
  values: (string | Buffer | null)[];
}

/**
 * A proxy between the product and its database that counts statements and can break the connection.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  let seen = new Map<string, SeenStatement>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const counter = createCounter((statement) => {
      count += 1;
      if (statement) seen.set(statement.text, statement);
    });
    client.on('data', counter);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from.setNoDelay(true));
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  const drop = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    statements: () => count,
    takeStatements: () => {
      const taken = [...seen.values()];
      seen = new Map();
      return taken;
    },
    cut: () => {
      isCut = true;
      drop();
    },
    restore: () => {
      isCut = false;
    },
    stop: () => {
      drop();
      server.close();
    },
  };
}

/** Follows the messages of one connection: `Q` is a simple statement, `E` the execution of what `P` prepared and `B` gave its values. */
function createCounter(found: (statement: SeenStatement | undefined) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>();
  let bound: SeenStatement | undefined;
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no type.
      const lengthAt = isStarted ? 1 : 0;
      if (rest.length < lengthAt + 4) return;
      const length = rest.readUInt32BE(lengthAt) + lengthAt;
      if (rest.length < length) return;
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const content = rest.subarray(5, length);
      if (type === 'P') {
        const [name = '', text = ''] = content.toString('utf8').split('\0');
        texts.set(name, text);
      } else if (type === 'B') bound = readBind(content, texts);
      else if (type === 'Q') found(undefined);
      else if (type === 'E') found(bound);
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}

/** Portal and statement by name, the formats of the values, then the values, each behind its length. */
function readBind(content: Buffer, texts: ReadonlyMap<string, string>): SeenStatement | undefined {
  const nameAt = content.indexOf(0) + 1;
  const nameEnd = content.indexOf(0, nameAt);
  const text = texts.get(content.toString('utf8', nameAt, nameEnd));
  if (text === undefined) return undefined;
  let at = nameEnd + 1;
  // No format: all values are text. One format: it applies to all.
  const formats = Array.from({ length: content.readInt16BE(at) }, (_, index) =>
    content.readInt16BE(at + 2 + 2 * index),
  );
  at += 2 + 2 * formats.length;
  const values: SeenStatement['values'] = [];
  const count = content.readInt16BE(at);
  at += 2;
  for (let index = 0; index < count; index += 1) {
    const length = content.readInt32BE(at);
    at += 4;
    const bytes = content.subarray(at, at + Math.max(0, length));
    const isText = (formats.length === 1 ? formats[0] : formats[index]) !== 1;
    // A copy, because the buffer is reused.
    values.push(length < 0 ? null : isText ? bytes.toString('utf8') : Buffer.from(bytes));
    at += Math.max(0, length);
  }
  return { text, values };
}
