/** Set by the build, see vite.config.ts. */
declare const __TEXTS_VERSION__: string;

interface Window {
  /** Set by early.ts, read by shared/early-answers.ts. */
  earlyAnswers?: EarlyAnswers | undefined;
}

interface EarlyAnswers {
  /** Whose answers they are. */
  token: string;
  /** Null if none came. */
  byUrl: Map<string, Promise<{ response: Response; cameAt: number } | null>>;
}
