#!/usr/bin/env bash
# Runs once, when Gradescope builds the image of the autograder. The zip holds this file, run_autograder, rubric.toml and
# the program foursight for Linux. Pupils' languages are installed here.
set -e
apt-get update
apt-get install -y --no-install-recommends python3
install -m 755 /autograder/source/foursight /usr/local/bin/foursight
