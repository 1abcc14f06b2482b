/** What goes wrong with the next requests of a route; see the README for each action. */
export type Fault = {
  /** Method and path as registered, for example `POST /v1/checkout/sessions` or `GET /v1/checkout/sessions/:id`. */
  route: string;
  action: 'delay' | 'drop' | 'cut' | 'shorten' | 'slow' | 'error' | 'kill';
  /** `before`: the request is not worked on (after a delay or a kill it is). `after`: it is, and only the answer suffers. */
  phase: 'before' | 'after';
  /** Requests of the route that pass untouched first. */
  skip: number;
  /** Requests that are then hit. */
  times: number;
  /** Of the requests that would be hit, the share that is; the choice follows from the seed. */
  chance: number;
  seed: number;
  delayMs: number;
  status: number;
  body: string;
  headers: Record<string, string>;
  /** The part of an answer that is sent where it is cut or shortened. */
  part: number;
  bytesPerSecond: number;
  /** Processes of this machine that get the signal. */
  pids: number[];
  signal: 'SIGKILL' | 'SIGSTOP';
};
