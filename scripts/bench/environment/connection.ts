import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Status line and headers. */
  head: string;
  body: Buffer;
}

export interface Connection {
  /** Sends one request at a time; connects again if the server has closed the connection. @throws Error when the connection breaks */
  exchange(request: Uint8Array): Promise<Answer>;
  close(): void;
}

/**
 * An HTTP connection that costs this process little, so that the server is what is measured: it writes bytes that were prepared before
 * and reads answers of a known length.
 */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  let socket: Socket | undefined;
  let settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let received: Buffer = nothing;
  let open: { status: number; head: string; parts: Buffer[]; missing: number } | undefined;

  const fail = (error: Error) => {
    socket?.destroy();
    socket = undefined;
    const waiting = settle;
    settle = open = undefined;
    received = nothing;
    waiting?.reject(error);
  };
  const take = (chunk: Buffer) => {
    let rest = chunk;
    if (!open) {
      received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = received.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined && !/^HTTP\/1\.1 (?:204|304)/.test(head)) {
        fail(new Error(`An answer without a length: ${head.split('\r\n')[0]}`));
        return;
      }
      open = { status: Number(head.slice(9, 12)), head, parts: [], missing: Number(length ?? 0) };
      rest = received.subarray(end + 4);
      received = nothing;
    }
    open.parts.push(rest);
    open.missing -= rest.length;
    if (open.missing > 0) return;
    const { status, head, parts } = open;
    const waiting = settle;
    open = settle = undefined;
    if (/\r\nconnection: close/i.test(head)) {
      socket?.destroy();
      socket = undefined;
    }
    waiting?.resolve({ status, head, body: parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts) });
  };
  const dial = () => {
    const fresh = connect(Number(port), hostname).setNoDelay(true);
    // Ignore events of an earlier socket.
    const ours = (work: () => void) => () => socket === fresh && work();
    fresh.on('data', (chunk) => socket === fresh && take(chunk));
    fresh.on('error', (error) => socket === fresh && fail(error));
    fresh.on(
      'close',
      ours(() => fail(new Error('The connection was closed'))),
    );
    return fresh;
  };
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket ??= dial();
        socket.write(request);
      }),
    close() {
      const old = socket;
      socket = undefined;
      old?.destroy();
    },
  };
}

/** One request on a connection of its own. */
export async function exchangeOnce(url: string, bytes: Uint8Array): Promise<Answer> {
  const connection = openConnection(url);
  try {
    return await connection.exchange(bytes);
  } finally {
    connection.close();
  }
}

const nothing = Buffer.alloc(0);

export interface RequestParts {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | Buffer;
}

/** The bytes of a request. */
export function request(method: string, path: string, { token, headers = {}, body }: RequestParts = {}): Buffer {
  const content = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(content && content !== body ? ['content-type: application/json'] : []),
    ...(content ? [`content-length: ${content.length}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return content ? Buffer.concat([head, content]) : head;
}

/** The body of a form with files, as a browser sends it, with the header that goes with it. */
export function uploadForm(files: readonly { name: string; bytes: Buffer }[], fields: Record<string, string> = {}) {
  const boundary = 'keepsake-bench-boundary';
  const parts: (string | Buffer)[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  for (const { name, bytes } of files) {
    const disposition = `content-disposition: form-data; name="files"; filename="${name}"`;
    parts.push(`--${boundary}\r\n${disposition}\r\ncontent-type: image/jpeg\r\n\r\n`, bytes, '\r\n');
  }
  parts.push(`--${boundary}--\r\n`);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  };
}
