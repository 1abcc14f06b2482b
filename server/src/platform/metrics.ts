import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A metric's value for one set of labels. */
export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

export interface Metrics {
  readonly contentType: string;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  /** Records one answered request; `route` is the pattern of the address, never the address. */
  requestEnded(call: { method: string; route: string; status: number }, seconds: number): void;
  jobEnded(run: { job: string; outcome: 'success' | 'failure' }, seconds: number): void;
  /** A gauge whose samples are replaced as a whole: samples that are missing now disappear. One name is one gauge. */
  figure(name: string, help: string, labels?: readonly string[]): (samples: readonly Sample[]) => void;
}

/** Registers gauges for a pool of database connections. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The metrics of one process: of Node.js (memory, event loop, open files), requests, jobs and database connections. */
export function createMetrics(pool: PoolUse): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  poolFigures(registry, pool);
  const requests = new Histogram({
    name: 'keepsake_http_request_duration_seconds',
    help: 'Answered HTTP requests by method, pattern of the address and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });
  const jobs = new Histogram({
    name: 'keepsake_job_duration_seconds',
    help: 'Runs of jobs in this process by job and outcome',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300],
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    requestEnded: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    jobEnded: (run, seconds) => jobs.observe(run, seconds),
    figure: (name, help, labels = []) => {
      const known = registry.getSingleMetric(name) as Gauge | undefined;
      const gauge = known ?? new Gauge({ name, help, labelNames: [...labels], registers });
      return (samples) => {
        gauge.reset();
        for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
      };
    },
  };
}

function poolFigures(registry: Registry, pool: PoolUse): void {
  const connections = new Gauge({
    name: 'keepsake_database_connections',
    help: 'Database connections of this process, busy and idle',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  const waiting = new Gauge({
    name: 'keepsake_database_connections_waited_for',
    help: 'Tasks of this process that wait for a database connection',
    registers: [],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  for (const gauge of [connections, waiting]) registry.registerMetric(gauge);
}
