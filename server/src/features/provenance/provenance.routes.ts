import { limits } from '@keepsake/contract/limits';
import * as contract from '@keepsake/contract/provenance';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { receiveForm } from '../../platform/http/multipart.ts';
import { createUploadGate } from '../../platform/http/upload-gate.ts';
import { networkOf } from '../../platform/network-of.ts';
import { findOrigin, knownOrigin, unknownOrigin } from './find-origin.ts';

/** Each holds a connection and up to 64 MB of the disk. */
const checksAtOnce = 8;
const checksOfNetwork = 2;

export function provenanceRoutes(api: Api, deps: Deps): void {
  const gate = createUploadGate(checksAtOnce);

  api.handle(
    contract.knownFilm,
    async ({ params }) => (await knownOrigin(deps, Buffer.from(params.fingerprint, 'hex'))) ?? unknownOrigin,
  );

  api.handle(contract.checkFilm, async ({ request }) => {
    const network = networkOf(request.ip);
    await deps.limits.count('filmCheck', network);
    return gate.run([{ name: network, most: checksOfNetwork }], () =>
      deps.temp.use(async (newPath) => {
        const { files } = await receiveForm(request, newPath, {
          fileField: 'film',
          maxFiles: 1,
          maxFileBytes: limits.checkedFilmBytes,
          maxFieldBytes: 1024,
        });
        const [film] = files;
        if (!film) throw invalidFields({ film: { code: 'required' } });
        if (film.cut) throw new AppError('body_too_large');
        return findOrigin(deps, film);
      }),
    );
  });
}
