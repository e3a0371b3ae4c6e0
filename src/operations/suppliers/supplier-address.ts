/**
 * True if a token that was given to the one address would be sent to another server at the other one. What is no address
 * is none.
 */
export function isOtherServer(known: string, url: string): boolean {
  return URL.canParse(url) && new URL(known).origin !== new URL(url).origin;
}
