import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type PoolWorker } from 'vitest/node';

type Request = Parameters<PoolWorker['send']>[0];
type Listener = (...args: unknown[]) => void;

/** A process is replaced after this many mutants, so that what they leave behind does not add up. */
const maxRuns = 40;

interface Spare {
  worker: ForksPoolWorker;
  runs: number;
  isGone: boolean;
}

let spare: Spare | undefined;

/**
 * Vitest's pool of child processes, except that the process of one mutant is reused for the next one: loading the modules of the server takes longer
 * than most tests. Mutants that take effect while a module is loaded get a new process.
 */
export const warmPool: PoolRunnerInitializer = {
  name: 'warm-forks',
  createPoolWorker: (options) => new WarmWorker(options),
};

class WarmWorker implements PoolWorker {
  readonly name = 'warm-forks';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  readonly #listeners: [string, Listener][] = [];
  #current: Spare;
  #startRequest: Request | undefined;
  #isKept = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#current = spare && !spare.isGone ? spare : this.#create();
    spare = undefined;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#current.worker.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#current.worker.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    if (this.#current.runs === 0) await startWatched(this.#current);
  }

  send(message: Request): void {
    // Answers of the other kind of message, calls of functions, have no type.
    if (message.type === 'run') return void this.#run(message);
    if (message.type === 'stop' && this.#isKept) return this.#answerStop();
    // It carries the settings, of which the names of the tests change from mutant to mutant: sent to a running process as well.
    if (message.type === 'start') this.#startRequest = message;
    this.#current.worker.send(message);
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#current.worker.off(event, listener);
    if (this.#isKept) spare = this.#current;
    else await this.#current.worker.stop();
  }

  async #run(message: Extract<Request, { type: 'run' }>): Promise<void> {
    const { mode, mutantActivation } = message.context.providedContext as Record<string, unknown>;
    const isAlone = mode !== 'mutant' || mutantActivation === 'static';
    if (isAlone && this.#current.runs > 0) await this.#replace();
    this.#current.runs++;
    this.#isKept = !isAlone && this.#current.runs < maxRuns;
    this.#current.worker.send(message);
  }

  async #replace(): Promise<void> {
    const old = this.#current;
    for (const [event, listener] of this.#listeners) old.worker.off(event, listener);
    await old.worker.stop();
    const { worker } = (this.#current = this.#create());
    await startWatched(this.#current);
    const started = new Promise((resolve) => worker.on('message', resolve));
    worker.send(this.#startRequest as Request);
    await started;
    for (const [event, listener] of this.#listeners) worker.on(event, listener);
  }

  #create(): Spare {
    return { worker: new ForksPoolWorker(this.#options), runs: 0, isGone: false };
  }

  /** Stands in for the process, which continues. */
  #answerStop(): void {
    queueMicrotask(() => {
      for (const [event, listener] of this.#listeners) {
        if (event === 'message') listener({ type: 'stopped', __vitest_worker_response__: true });
      }
    });
  }
}

async function startWatched(one: Spare): Promise<void> {
  await one.worker.start();
  one.worker.on('exit', () => {
    one.isGone = true;
  });
}
