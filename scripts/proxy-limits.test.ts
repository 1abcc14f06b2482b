import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { api } from '@keepsake/contract/api';
import { errors, type ErrorCode } from '@keepsake/contract/errors';
import { checkFilm } from '@keepsake/contract/films/provenance';
import { limits } from '@keepsake/contract/limits';
import { uploadContent } from '@keepsake/contract/photos/content';

const fileOf = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8');
const [nginx, haproxy] = [fileOf('nginx.conf'), fileOf('haproxy.cfg')];

/** The bytes of the largest file or files of each form. */
const bytesOfForms = new Map([
  [uploadContent.path, limits.filesPerUpload * limits.photoBytes],
  [checkFilm.path, limits.checkedFilmBytes],
]);

const megabytes = (text: string | undefined) => Number(text) * 1024 * 1024;

/** The largest body in bytes that each proxy lets through to a path; without one, to all paths that have none of their own. */
const proxies: Record<string, (path?: string) => number> = {
  'nginx.conf': (path) => {
    const own = nginx.split(`location = ${path} {`)[1]?.split('\n    }\n')[0];
    return megabytes(/client_max_body_size (\d+)m;/.exec(path === undefined ? nginx : (own ?? ''))?.[1]);
  },
  'haproxy.cfg': (path) => {
    const acl = new RegExp(`^ +acl (\\w+) path ${path}$`, 'm').exec(haproxy)?.[1];
    const rule = path === undefined ? '!upload !film_check' : acl;
    return Number(new RegExp(`deny_status 413 if ${rule} \\{ req\\.body_size gt (\\d+) \\}`).exec(haproxy)?.[1]);
  },
};

describe.for(Object.entries(proxies))('deploy/%s', ([, largest]) => {
  test('lets every form through that the product takes, and little more', () => {
    const forms = api.filter(({ endpoint }) => endpoint.bodyType === 'multipart');
    assert.deepEqual(forms.map(({ endpoint }) => endpoint.path).toSorted(), [...bytesOfForms.keys()].toSorted());
    for (const [path, bytes] of bytesOfForms) {
      const room = largest(path) - bytes;
      assert.ok(room >= limits.jsonBodyBytes && room <= 8 * 1024 * 1024, `${path}: ${room} bytes beside the files`);
    }
  });

  test('lets everything else through up to a little more than the product takes', () => {
    assert.ok(largest() >= limits.jsonBodyBytes && largest() <= 1024 * 1024);
  });
});

test('deploy/nginx.conf answers in the words of the product', () => {
  const answers = [...nginx.matchAll(/return (\d+) '(\{.*\})';/g)];
  assert.equal(answers.length, 2);
  for (const [, status, body] of answers) {
    const { error, code } = JSON.parse(body ?? '') as { error: string; code: ErrorCode };
    assert.deepEqual([Number(status), error], errors[code]);
  }
});
