"""A table over HTTP. It needs the extra `table`.

`application` has the routes: `seeing` shows, `acting` changes, `fixed` is the same for everybody.
`asking` says which seat a request is for, `requests` what it holds, `limits` how many there may
be; `openapi` describes the routes to programs, `serving` runs them on a socket.
"""
