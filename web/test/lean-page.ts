// React's development build describes every component of every render to a profiler (console.timeStamp), and where every element was made
// to a debugger (console.createTask). Nobody looks at either here: a tenth of the page's processor time.
Object.assign(console, { timeStamp: undefined, createTask: undefined });
