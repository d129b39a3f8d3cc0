/** What pages of the documentation do with a script; they can be read without. */

const languageKey = 'docs-language';

/** The language that was chosen last, on any page. */
function chosenLanguage() {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

function keepLanguage(language) {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

/** Gives each group of examples a tab for each language; choosing one chooses it everywhere. */
function addTabs() {
  const groups = [...document.querySelectorAll('.examples')].map((group) => {
    const panels = [...group.querySelectorAll('.example')];
    const list = document.createElement('div');
    list.className = 'tabs';
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    const tabs = panels.map((panel) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.textContent = panel.dataset.label;
      tab.setAttribute('role', 'tab');
      tab.id = `${panel.id}-tab`;
      tab.setAttribute('aria-controls', panel.id);
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.addEventListener('click', () => choose(panel.dataset.language, group));
      return tab;
    });
    list.append(...tabs);
    list.addEventListener('keydown', (event) => moveTab(event, tabs));
    group.prepend(list);
    group.classList.add('tabbed');
    return { group, panels, tabs };
  });

  function choose(language, origin) {
    const before = origin?.getBoundingClientRect().top;
    for (const { panels, tabs } of groups) {
      const found = panels.findIndex((panel) => panel.dataset.language === language);
      const index = Math.max(found, 0);
      for (const [at, panel] of panels.entries()) {
        panel.hidden = at !== index;
        tabs[at].setAttribute('aria-selected', String(at === index));
        tabs[at].tabIndex = at === index ? 0 : -1;
      }
    }
    if (!origin) return;
    keepLanguage(language);
    // What the reader looks at stays where it is, though examples above it have another height now.
    scrollBy({ top: origin.getBoundingClientRect().top - before, behavior: 'instant' });
  }
  choose(chosenLanguage());
}

function moveTab(event, tabs) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.click();
  next.focus();
}

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
    figure.append(button);
  }
}

/** On a phone the menu is folded, so that the page comes first. */
function foldMenu() {
  const wide = matchMedia('(min-width: 60rem)');
  const details = document.querySelector('.menu > details');
  const follow = () => {
    details.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
}

/** The index is loaded when somebody begins to search. */
async function loadIndex() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('/docs/assets/minisearch.js'),
    fetch('/docs/assets/search.json'),
  ]);
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page', 'url'],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(await answer.json());
  return index;
}

function addSearch() {
  const search = document.querySelector('.search');
  const input = document.querySelector('#search');
  const results = document.querySelector('#results');
  let loading;
  search.hidden = false;
  const show = async () => {
    const words = input.value.trim();
    if (words === '') return results.replaceChildren();
    loading ??= loadIndex();
    const index = await loading;
    if (words !== input.value.trim()) return;
    const found = index.search(words).slice(0, 12);
    if (found.length === 0) {
      const none = document.createElement('p');
      none.textContent = 'Nothing was found.';
      return results.replaceChildren(none);
    }
    const list = document.createElement('ol');
    for (const { heading, page, url } of found) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      const where = document.createElement('span');
      link.href = url;
      link.textContent = heading;
      where.textContent = page;
      link.append(where);
      item.append(link);
      list.append(item);
    }
    results.replaceChildren(list);
  };
  input.addEventListener('focus', () => {
    loading ??= loadIndex();
  });
  input.addEventListener('input', show);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') results.replaceChildren();
  });
  document.addEventListener('click', (event) => {
    if (!search.contains(event.target)) results.replaceChildren();
  });
}

addTabs();
addCopyButtons();
foldMenu();
addSearch();
