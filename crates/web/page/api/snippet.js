// A call as a shell command. A token is written as a variable, never as its value.

const SERVICE = 'thirdseat.v1.CompanionService';

/** @param {string} text for a POSIX shell */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @typedef {{rpc: string, request: object, base: string, hasToken: boolean, isStream: boolean}} SnippetCall */

/** @param {SnippetCall} sent */
export function curl({ rpc, request, base, hasToken, isStream }) {
  if (isStream) return bufCurl({ rpc, request, base, hasToken, isStream });
  const token = hasToken ? ' -H "authorization: Bearer $THIRDSEAT_TOKEN"' : '';
  const body = quoted(JSON.stringify(request));
  return `curl -sS -H 'content-type: application/json'${token} \\\n  -d ${body} \\\n  ${base}/${SERVICE}/${rpc}\n`;
}

/** A stream over gRPC, with the schema from the server's reflection. @param {SnippetCall} sent */
function bufCurl({ rpc, request, base, hasToken }) {
  const token = hasToken ? ' --header "authorization: Bearer $THIRDSEAT_TOKEN"' : '';
  const http2 = base.startsWith('http:') ? ' --http2-prior-knowledge' : '';
  return `buf curl --protocol grpc${http2}${token} \\\n  --data ${quoted(JSON.stringify(request))} \\\n  ${base}/${SERVICE}/${rpc}\n`;
}
