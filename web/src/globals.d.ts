/** Set by the build, see vite.config.ts. */
declare const __TEXTS_VERSION__: string;
