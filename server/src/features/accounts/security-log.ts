/** Where events go that matter for security, with the request they belong to: user ids, never addresses, passwords or tokens. */
export interface SecurityLog {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
}
