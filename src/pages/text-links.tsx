import type { ComponentChildren } from 'preact';
import type { Links } from './links.js';
import { usePage } from './page-context.js';
import { Code, Text } from './values.js';

interface LinkProps {
  /** The page, below the home page. */
  readonly to: string;
  readonly parameters?: Parameters<Links['to']>[1];
  readonly children: ComponentChildren;
}

/** A link within the console. */
export function PageLink({ to, parameters, children }: LinkProps) {
  const { links } = usePage();
  return <a href={links.to(to, parameters)}>{children}</a>;
}

interface ButtonLinkProps extends LinkProps {
  /** True for what is mostly done on the page. */
  readonly isMain?: boolean;
}

/** The same that looks like a button. */
export function ButtonLink({ to, parameters, isMain, children }: ButtonLinkProps) {
  const { links } = usePage();
  return (
    <a class={isMain ? 'button main' : 'button'} href={links.to(to, parameters)}>
      {children}
    </a>
  );
}

/** A link whose text keeps its own direction, such as the name of a thing. */
export function TextLink({ children, ...link }: LinkProps) {
  return (
    <PageLink {...link}>
      <Text>{children}</Text>
    </PageLink>
  );
}

/** The same of an id or a code. */
export function CodeLink({ children, ...link }: LinkProps) {
  return (
    <PageLink {...link}>
      <Code>{children}</Code>
    </PageLink>
  );
}

interface LinkPathProps {
  readonly label: string;
  readonly links: readonly LinkProps[];
}

/** Where a page stands: links to what it is in, from the top down. */
export function LinkPath({ label, links }: LinkPathProps) {
  return (
    <nav aria-label={label}>
      <p>
        {links.map((link, index) => (
          <>
            {index > 0 && ' › '}
            <TextLink {...link} />
          </>
        ))}
      </p>
    </nav>
  );
}

/** A link in a line of its own, such as the way back. */
export function LinkLine(link: LinkProps) {
  return (
    <p>
      <PageLink {...link} />
    </p>
  );
}
