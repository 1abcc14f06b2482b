import { fastify } from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An accepted message; one entry for every time it was accepted. */
export interface TakenMail {
  to: string;
  messageId: string;
  subject: string;
  text: string;
  at: number;
}

/** Faults of the mail server from now on. */
export interface MailFault {
  /** Every connection is refused with 421. */
  down: boolean;
  greetingDelayMs: number;
  /** Recipient that is refused permanently. */
  refused: string | null;
  /** Number of messages that are accepted without an answer: the connection breaks instead. */
  silentAfterData: number;
  /** Processes killed at that moment. */
  pids: number[];
}

const noFault: MailFault = { down: false, greetingDelayMs: 0, refused: null, silentAfterData: 0, pids: [] };

/** A mail server that keeps its messages, with controls over HTTP: `GET /mails?to=`, `POST /fault`. */
export async function startMailServer(ports: { port: number; controlPort: number }): Promise<void> {
  const taken: TakenMail[] = [];
  let fault = noFault;

  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      if (fault.down) return done(answer(421, 'Service not available'));
      setTimeout(done, fault.greetingDelayMs);
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address === fault.refused ? answer(550, 'No such user here') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void keep(Buffer.concat(chunks), session.envelope.rcptTo[0]?.address ?? '', done);
      });
    },
  });
  const keep = async (raw: Buffer, to: string, done: (error?: Error) => void) => {
    const { messageId = '', subject = '', text = '' } = await PostalMime.parse(raw);
    taken.push({ to, messageId, subject, text, at: Date.now() });
    if (fault.silentAfterData === 0) return done();
    fault = { ...fault, silentAfterData: fault.silentAfterData - 1 };
    for (const pid of fault.pids) process.kill(pid, 'SIGKILL');
    done(answer(421, 'Closing'));
  };
  // A killed client breaks its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((ready) => smtp.listen(ports.port, '127.0.0.1', () => ready()));

  const control = fastify();
  control.get<{ Querystring: { to?: string } }>('/mails', async ({ query }) => ({
    mails: taken.filter(({ to }) => query.to === undefined || to === query.to),
  }));
  control.post<{ Body: Partial<MailFault> }>('/fault', async ({ body }) => {
    fault = { ...noFault, ...body };
    return fault;
  });
  await control.listen({ host: '127.0.0.1', port: ports.controlPort });
}

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
