// React's development build describes every component of every render to a profiler (console.timeStamp), which nobody looks at here:
// a tenth of the page's processor time.
(console as { timeStamp: unknown }).timeStamp = undefined;
