import { errors, type ErrorBody, type ErrorCode } from '@keepsake/contract/errors';

interface Details {
  /** Text per field of the request. */
  fields?: Record<string, string>;
  /** Further fields of the body, if the contract defines some for this error. */
  body?: Record<string, unknown>;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
  /** Replaces the standard text by a more exact one. */
  text?: string;
  cause?: unknown;
}

/** The only error that becomes an error reply with its own code. The contract gives each code its status and text. */
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
