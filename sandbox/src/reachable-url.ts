import type { FastifyInstance } from 'fastify';

/** Port of a listening server, and its URL on this machine. */
export function reachableUrl(app: FastifyInstance, host: string): { port: number; url: string } {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return { port: address.port, url: `http://${name}:${address.port}` };
}
