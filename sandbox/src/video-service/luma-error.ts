/** An answer in Luma's error form: `{"detail": …}`, a sentence or, for a body of the wrong shape, a list. */
export class LumaError extends Error {
  readonly status: number;
  readonly detail: string | object[];
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string | object[], headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail));
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}
