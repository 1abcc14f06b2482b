import pg from 'pg';

/**
 * Each picture is looked at once per product: what was seen in it is known of every further photo with the same bytes, of other customers
 * too. A look takes seconds of a core, and most journeys upload one of three portraits for a customer of their own. The product checks the
 * first of each: `photo-advice.spec.ts` fails where that breaks. It never carries findings from one customer to another itself
 * (server/src/features/gallery/photo-checks.routes.test.ts).
 */
const carryFindings = `
  create function carry_findings() returns trigger language plpgsql as $$
  begin
    insert into photo_checks (photo_id, findings, checked_at)
      select new.id, findings, checked_at
        from photo_checks join photos on photos.id = photo_id
        where sha256 = new.sha256 and findings is not null
        limit 1;
    return null;
  end $$;
  create trigger carry_findings after insert on photos for each row execute function carry_findings();
`;

export async function lookOncePerPicture(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(carryFindings);
  await client.end();
}
