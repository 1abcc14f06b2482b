import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** Passes connections on to a port of this machine, and can stop doing so in two ways. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections off and accepts no new ones. */
  refuse(): void;
  /** Lets connections stand and passes nothing on, as where a machine has vanished from the net. */
  freeze(): void;
  /** Works again; connections that were frozen are broken off. */
  pass(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: () => number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'pass' | 'refuse' | 'freeze' = 'pass';

  const server = createServer((incoming) => {
    track(incoming);
    if (mode === 'refuse') incoming.resetAndDestroy();
    else if (mode === 'pass') join(incoming);
    else incoming.pause();
  });
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const join = (incoming: Socket) => {
    const outgoing = connect(targetPort(), '127.0.0.1');
    track(outgoing);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('data', (chunk) => mode === 'pass' && to.write(chunk));
      from.once('close', () => mode !== 'freeze' && to.destroy());
    }
  };
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    refuse: () => {
      mode = 'refuse';
      breakOff();
    },
    freeze: () => {
      mode = 'freeze';
    },
    pass: () => {
      if (mode === 'freeze') breakOff();
      mode = 'pass';
    },
    close: async () => {
      breakOff();
      server.close();
      await once(server, 'close');
    },
  };
}
