import type { Json, Media, OpenApi, Operation } from './openapi.ts';

/** The API document as a page without scripts. Its style is `api-page.css`. */
export function apiPage(
  document: OpenApi,
  { styleAddress, jsonAddress }: { styleAddress: string; jsonAddress: string },
): string {
  const { info, tags, components } = document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const features = tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name)).map(viewCall);
    return `<section><h2 id="${text(name)}">${text(description)}</h2>${own.join('')}</section>`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${text(name)}"><summary><code>${text(name)}</code></summary><div class="call">${code(schema)}</div></details>`,
  );
  const links = [...tags, { name: 'schemas', description: 'Schemas' }].map(
    ({ name, description }) => `<li><a href="#${text(name)}">${text(description)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(info.title)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${text(styleAddress)}">
</head>
<body>
<main>
<h1>${text(info.title)}</h1>
<p>${text(info.description)} For programs there is the <a href="${text(jsonAddress)}">OpenAPI document</a>.</p>
<nav aria-label="Contents"><ul>${links.join('')}</ul></nav>
${features.join('\n')}
<section><h2 id="schemas">Schemas</h2>${schemas.join('')}</section>
</main>
</body>
</html>
`;
}

const callers: Record<Operation['x-access'], string> = {
  public: 'anybody',
  user: 'signed-in users',
  admin: 'administrators',
  service: 'services',
};

function viewCall({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const parts = [
    `<p>${text(summary)}</p>`,
    parameters.length > 0 ? `<h3>Parameters</h3><dl>${parameters.map(viewParameter).join('')}</dl>` : '',
    requestBody ? `<h3>Body</h3>${Object.entries(requestBody.content).map(viewMedia).join('')}` : '',
    `<h3>Answers</h3><dl>${Object.entries(responses).map(viewResponse).join('')}</dl>`,
  ];
  return `<details id="${text(operationId)}"><summary><b>${method}</b> <code>${text(path)}</code> <span>${callers[operation['x-access']]}</span></summary><div class="call">${parts.join('')}</div></details>`;
}

function viewParameter({ name, in: place, required, schema }: Operation['parameters'][number]): string {
  return `<dt>${text(name)}</dt><dd>${required ? '' : 'Optional, '}in the ${place}: ${viewSchema(schema)}</dd>`;
}

function viewResponse([status, { description, content }]: [string, Operation['responses'][string]]): string {
  const isRefusal = Number(status) >= 400;
  const body = isRefusal ? '' : Object.entries(content).map(viewMedia).join('');
  return `<dt>${status}</dt><dd>${text(description)}${body}</dd>`;
}

function viewMedia([type, { schema, example }]: [string, Media]): string {
  const shape = `<p>${text(type)}: ${viewSchema(schema)}</p>`;
  return example === undefined ? shape + code(schema) : shape + code(example);
}

/** A schema in one line: a link to a named schema, else the type of value. */
function viewSchema(schema: Json): string {
  const { $ref, type, format, enum: choices, properties } = schema;
  if (typeof $ref === 'string') return linkTo($ref);
  if (Array.isArray(choices)) return choices.map((choice) => `<code>${text(String(choice))}</code>`).join(', ');
  if (properties)
    return Object.entries(properties as Record<string, Json>)
      .map(
        ([name, { $ref: inner }]) =>
          `<code>${text(name)}</code>${typeof inner === 'string' ? ` (${linkTo(inner)})` : ''}`,
      )
      .join(', ');
  return text([type, format].filter((word) => typeof word === 'string').join(', ') || 'any value');
}

function linkTo(reference: string): string {
  const name = text(reference.split('/').at(-1) ?? '');
  return `<a href="#schema-${name}">${name}</a>`;
}

function code(value: unknown): string {
  return `<pre tabindex="0"><code>${text(JSON.stringify(value, null, 2))}</code></pre>`;
}

function text(plain: string): string {
  return plain.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
