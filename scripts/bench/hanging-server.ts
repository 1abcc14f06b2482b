import { createServer, type Socket } from 'node:net';

/** A server that takes every connection and never says anything. */
export async function startHangingServer(): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    stop: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
