/** An answer in Billingo's error forms. */
export class BillingoError extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function clientError(status: number, message: string): BillingoError {
  return new BillingoError(status, { error: { message } });
}

export type Problem = { field: string; message: string };

/** 422, with the fields at fault. */
export function validationError(problems: Problem[]): BillingoError {
  return new BillingoError(422, { message: 'Validation errors occurred.', errors: problems });
}
