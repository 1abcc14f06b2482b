/** Texts that React keeps among other nodes, as they appear: what a browser's translation would make it stumble over (src/ui/text.tsx). */
export function watchTexts(root: Node): { readonly found: ReadonlySet<string>; stop: () => void } {
  const found = new Set<string>();
  const stop = onTexts(root, (text) => {
    if (isKeptByReact(text))
      found.add(`a text beside other nodes: “${text.data}” in <${text.parentElement?.localName}>`);
  });
  return { found, stop };
}

/** Does what a browser's translation does: puts elements in the place of text nodes, whenever there are new ones. */
export function translatePage(root: Node): () => void {
  return onTexts(root, (text) => {
    const { parentElement } = text;
    if (parentElement === null || parentElement.localName === 'font' || text.data.trim() === '') return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  });
}

function onTexts(root: Node, see: (text: globalThis.Text) => void): () => void {
  const seeIn = (node: Node) => {
    if (node instanceof globalThis.Text) see(node);
    else node.childNodes.forEach(seeIn);
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(seeIn);
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** React marks the text nodes that it made itself; the only text of an element is the element's own matter. */
function isKeptByReact(text: globalThis.Text): boolean {
  return Object.keys(text).some((key) => key.startsWith('__reactFiber$'));
}
