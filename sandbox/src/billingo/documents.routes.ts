import type { FastifyInstance } from 'fastify';
import type { Billingo, DocumentBody, DocumentRecord } from './billingo-context.ts';
import { clientError, validationError } from './billingo-error.ts';
import { documentProblems } from './document-rules.ts';

type ById = { Params: { id: string } };

export function documentRoutes(app: FastifyInstance, billingo: Billingo): void {
  const { records, inTurn, planned } = billingo;

  // Like the real service, as far as is known, it does not mind two documents with one vendor_id.
  app.post<{ Body: Record<string, unknown> }>('/documents', (request, reply) =>
    inTurn('documents', async () => {
      const record = makeDocument(billingo, request.body);
      await records.write([{ kind: 'documents', record }]);
      return reply.code(201).send(record.document);
    }),
  );

  app.get<{ Params: { vendor_id: string } }>('/documents/vendor/:vendor_id', (request, reply) => {
    const listedUntil = Date.now() - planned.lookupLagMs;
    const found = records
      .all('documents')
      .find(
        ({ vendorId, document }) => vendorId === request.params.vendor_id && Number(document['made_at']) <= listedUntil,
      );
    if (!found) throw clientError(404, 'Document not found.');
    return reply.send(found.document);
  });

  app.get<ById>('/documents/:id', (request, reply) => reply.send(documentOf(billingo, request.params.id).document));

  app.get<ById>('/documents/:id/download', async (request, reply) => {
    const record = documentOf(billingo, request.params.id);
    if (record.pdfWaits > 0) {
      await records.write([{ kind: 'documents', record: { ...record, pdfWaits: record.pdfWaits - 1 } }]);
      const message = 'Document PDF has not generated yet.';
      return reply.code(202).header('retry-after', '1').send({ error: { message } });
    }
    const { document, body } = record;
    const lines = [document.invoice_number, ...body.items.map(({ name, unit_price: price }) => `${name} ${price}`)];
    return reply.type('application/pdf').send(plainPdf([...lines, `${document.gross_total} ${body.currency}`]));
  });
}

function documentOf({ records }: Billingo, id: string): DocumentRecord {
  const record = records.get('documents', id);
  if (!record) throw clientError(404, 'Document not found.');
  return record;
}

function makeDocument({ records, blocks, planned }: Billingo, given: Record<string, unknown>): DocumentRecord {
  const block = blocks.find(({ id }) => id === given['block_id']);
  const partner = records.get('partners', String(given['partner_id']));
  const problems = documentProblems(given, { partner: partner !== undefined, block: block !== undefined });
  if (problems.length > 0 || !block) throw validationError(problems);
  const body = given as DocumentBody;
  const count = records.all('documents').length + 1;
  const grossCents = body.items.reduce((sum, item) => sum + Math.round(item.unit_price * 100) * item.quantity, 0);
  const document = {
    ...body,
    id: 5000 + count,
    invoice_number: `${block.prefix} / ${body.fulfillment_date.slice(0, 4)}-${String(count).padStart(6, '0')}`,
    gross_total: grossCents / 100,
    invoice_date: body.fulfillment_date,
    payment_status: body.paid ? 'paid' : 'outstanding',
    partner: partner?.partner,
    made_at: Date.now(),
  };
  const vendorId = body.vendor_id ?? null;
  return { id: String(document.id), vendorId, body, document, pdfWaits: planned.pdfWaits };
}

/** A PDF of one page with these lines, in a standard font of every reader. */
function plainPdf(lines: string[]): Buffer {
  const text = lines.map((line) => `(${line.replaceAll(/[^ -~]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`)}) '`);
  const content = `BT /F1 12 Tf 16 TL 60 780 Td ${text.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
