/** Set by the build, see vite.config.ts. */
declare const __TEXTS_VERSION__: string;

interface Window {
  /** Set by early.ts, read by shared/early-answers.ts. */
  earlyAnswers?: EarlyAnswers | undefined;
}

interface EarlyAnswers {
  /** Token of the session to which the replies belong. */
  token: string;
  /** Null if there was no reply. */
  byUrl: Map<string, Promise<{ response: Response; cameAt: number } | null>>;
}
