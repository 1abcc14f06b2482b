// First, as in the product: it names the layers of the cascade in their order. A component's styles that came before it would put theirs first.
import '../src/styles/main.css';

// React's development build describes every component of every render to a profiler (console.timeStamp), and where every element was made
// to a debugger (console.createTask). Nobody looks at either here: a tenth of the page's processor time.
Object.assign(console, { timeStamp: undefined, createTask: undefined });

// With `DELAYED=1` React draws and runs effects a random time later, to find tests that depend on chance.
if (import.meta.env['DELAYED']) {
  const later = window.setTimeout.bind(window);
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    later(() => postMessage.call(this, message), 80 * Math.random() ** 3);
  };
}
