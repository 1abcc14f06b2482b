import { errors, type ErrorBody, type ErrorCode } from '@keepsake/contract/errors';

interface Details {
  /** Text per field of the request. */
  fields?: Record<string, string>;
  /** More of the body, where the contract gives this error one. */
  body?: Record<string, unknown>;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** Replaces the standard text where there is something more exact to say. */
  text?: string;
  cause?: unknown;
}

/** The one way to refuse: a code of the contract, which fixes status and words. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly body: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    const [status, text] = errors[code];
    super(details.text ?? text, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = details.fields;
    this.body = details.body;
    this.retryAfter = details.retryAfter;
  }

  toBody(requestId?: string): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(requestId && this.status >= 500 && { requestId }),
      ...this.body,
    };
  }
}
