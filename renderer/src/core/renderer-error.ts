/** Stable codes: callers compare these, never messages. */
export type RendererErrorCode =
  | 'unsupported_option'
  | 'unreadable_photo'
  | 'photo_too_small'
  | 'photo_too_large'
  | 'encoder_missing'
  | 'encoder_failed'
  | 'unwritable_target'
  | 'cancelled'
  | 'timed_out'
  | 'internal';

export class RendererError extends Error {
  readonly code: RendererErrorCode;

  constructor(code: RendererErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RendererError';
    this.code = code;
  }
}

/** Throws `cancelled` if the signal has been aborted; called between steps. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new RendererError('cancelled', 'The rendering was cancelled.');
}
