import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

/** The log of security events, with the id of the request. Contains user ids, but no addresses, passwords or tokens. */
export interface SecurityLog {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
}

/**
 * Structured JSON lines on standard output. Our code never logs secrets or personal data; foreign texts (a mail server's
 * refusal, a library's error) may quote them, so every line is cleaned.
 */
export function createLog(level: string, name: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { app: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
    formatters: { level: (label) => ({ level: label }) },
    redact: ['req.headers.authorization', 'headers.authorization', 'token', 'password'],
    hooks: { streamWrite: withoutSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Keeps only what explains an error: errors of libraries may contain whole connections, passwords included. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = (error as NodeJS.ErrnoException).code;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}

/** Secrets that a line may contain. Each pattern matches a bounded length, so that no line takes long. */
const secrets: readonly [RegExp, string][] = [
  // postgres://user:password@host, smtp://…
  [/:\/\/[^\s"/@]{1,300}@/g, '://[credentials]@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [secret]'],
  [/\b(?:sk|rk|pk|whsec)_\w{6,}/g, '[key]'],
  // Signed links and links of mails.
  [/([?&](?:s|x|token)=)[^&\s"\\]+/gi, '$1[secret]'],
  [/(\/api\/generation\/callback\/)[\w-]+/g, '$1[secret]'],
  // E-mail addresses.
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[address]'],
];

function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line);
}
