#!/bin/sh
# Start the browser that $CHROMIUM names without what its window loads for each page to type into:
# two pages of its own that nobody sees, and a process kept for a page that may come. That is half
# of what an open page costs. Playwright passes a list of such features, and of several lists the
# last one counts: they are added to that one.
for word; do
    shift
    case $word in
    --disable-features=*)
        word=$word,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess
        ;;
    esac
    set -- "$@" "$word"
done
exec "$CHROMIUM" "$@"
