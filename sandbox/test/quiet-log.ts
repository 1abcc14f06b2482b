import { fastify } from 'fastify';

/** A log that keeps silent, for servers under test. */
export const quietLog = fastify({ logger: false }).log;
