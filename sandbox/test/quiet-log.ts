import { fastify } from 'fastify';

/** A silent log, for servers under test. */
export const quietLog = fastify({ logger: false }).log;
