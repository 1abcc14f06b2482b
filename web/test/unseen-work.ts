import { page, server } from 'vitest/browser';

// Leaves out work whose results nobody looks at in component tests.

// React's development build describes every component of every render to a profiler (console.timeStamp), and where every element was made
// to a debugger (console.createTask).
Object.assign(console, { timeStamp: undefined, createTask: undefined });

// What is transparent is laid out and hit by clicks, but no pixel of it is computed. The picture of a failed test shows it again.
if (server.config.browser.headless) {
  const { style } = window.frameElement as HTMLElement;
  const { screenshot } = page;
  style.opacity = '0';
  Object.assign(page, {
    screenshot: (...options: Parameters<typeof screenshot>) => {
      style.opacity = '';
      return screenshot(...options);
    },
  });
}
