/** What pages of the API reference do besides what every page does. */

/** As scripts/docs-site/reference/samples.ts writes them. */
const placeholders = { address: 'https://security.example.com', key: 'YOUR_API_KEY' };

/** Puts what the reader types into the samples. It is kept nowhere but in the page. */
function fillSamples() {
  const form = document.querySelector('.credentials');
  if (!form) return;
  const texts = [];
  for (const sample of document.querySelectorAll('.examples code')) {
    const walker = document.createTreeWalker(sample, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data } = walker.currentNode;
      if (Object.values(placeholders).some((placeholder) => data.includes(placeholder)))
        texts.push({ node: walker.currentNode, original: data });
    }
  }
  const fill = () => {
    const address = form.elements.address.value.trim().replace(/\/+$/, '') || placeholders.address;
    const key = form.elements.key.value.trim() || placeholders.key;
    for (const { node, original } of texts)
      node.data = original.replaceAll(placeholders.address, address).replaceAll(placeholders.key, key);
  };
  form.elements.address.value = location.origin;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', fill);
  form.hidden = false;
  fill();
}

/** The menu shows which part of the page is read. */
function followReading() {
  const links = new Map([...document.querySelectorAll('.parts a')].map((link) => [link.hash.slice(1), link]));
  const parts = [...document.querySelectorAll('.operation')];
  const inView = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target);
      const first = parts.find((part) => inView.has(part));
      for (const [id, link] of links)
        if (id === first?.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
    },
    { rootMargin: '-80px 0px -60% 0px' },
  );
  for (const part of parts) observer.observe(part);
}

fillSamples();
followReading();
