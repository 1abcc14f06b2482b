// With `DELAYED=1` React draws and runs effects a random time later, to find tests that depend on chance.
if (import.meta.env['DELAYED']) {
  const later = window.setTimeout.bind(window);
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    later(() => postMessage.call(this, message), 80 * Math.random() ** 3);
  };
}
