import { onTestFinished, vi } from 'vitest';

/** Delays React's rendering by `delayMs`, as on a slow device. */
export function drawLater(delayMs: number): void {
  const { postMessage } = MessagePort.prototype;
  const delayed = vi.spyOn(MessagePort.prototype, 'postMessage');
  delayed.mockImplementation(function (this: MessagePort, message: unknown) {
    setTimeout(() => postMessage.call(this, message), delayMs);
  });
  onTestFinished(() => delayed.mockRestore());
}
