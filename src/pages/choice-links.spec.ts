import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ChoiceLinks } from './choice-links.js';
import { Formats } from './formats.js';
import { Links } from './links.js';
import { CurrentPage } from './page-context.js';

const PAGE = {
  language: 'en',
  formats: Formats.of('en'),
  links: new Links('/console', '/console'),
  query: new URLSearchParams(),
};

function marked(...chosen: string[]): string[] {
  const choices = ['today', 'yesterday', 'thisMonth'].map((name) => ({
    ...{ name, href: `?${name}`, isChosen: chosen.includes(name) },
  }));
  const links = h(ChoiceLinks, { label: 'Period', choices });
  const html = renderToString(h(CurrentPage.Provider, { value: PAGE }, links));
  expect(html.match(/<a /g)).toHaveLength(choices.length);
  return [...html.matchAll(/\?(\w+)" aria-current="page"/g)].map(([, name = '']) => name);
}

it('marks the link that leads to what is shown', () => {
  expect(marked('yesterday')).toEqual(['yesterday']);
  expect(marked()).toEqual([]);
});

it('marks one link alone on the first day of a month, which is today and this month', () => {
  expect(marked('today', 'thisMonth')).toEqual(['today']);
});
