"""A program in Python's standard library, as a reader of /docs writes it.

Runs against any started service with a test key:
JOB_DATA_URL=http://127.0.0.1:8080 JOB_DATA_TEST_KEY=jdm_test_... python3 -m unittest test_job_data.py
"""

import http.client
import json
import os
import unittest
import urllib.error
import urllib.request
import uuid
from urllib.parse import urlsplit

URL = os.environ["JOB_DATA_URL"]
KEY = os.environ["JOB_DATA_TEST_KEY"]
RECEIPT = "io.jobdata/receipt"
GB = ["reed", "totaljobs", "nhs_jobs", "work_hub"]


def headers(more=None):
    return {"Authorization": "Bearer " + KEY, "Content-Type": "application/json", **(more or {})}


def body(tool, arguments, meta=None):
    params = {"name": tool, "arguments": arguments}
    if meta:
        params["_meta"] = meta
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).encode()


def post(tool, arguments, more=None, meta=None):
    """The answer and its headers."""
    request = urllib.request.Request(URL + "/mcp", headers=headers(more), data=body(tool, arguments, meta))
    with urllib.request.urlopen(request) as response:
        return json.load(response), response.headers


def result(tool, arguments, **options):
    return post(tool, arguments, **options)[0]["result"]


def error(tool, arguments, **options):
    return post(tool, arguments, **options)[0]["error"]


class Ping(unittest.TestCase):
    def test_says_what_the_key_has(self):
        answer, _ = post("ping", {})
        self.assertEqual(answer["id"], 7)
        content = answer["result"]["structuredContent"]
        self.assertEqual((content["status"], content["test"]), ("OK", True))
        self.assertIn("reed", content["platforms"])


class ScrapeJobs(unittest.TestCase):
    def test_rows_and_jobs(self):
        content = result("scrape_jobs", {"query": "software engineer", "platforms": GB})["structuredContent"]
        statuses = {row["platform"]: row["status"] for row in content["platforms"]}
        self.assertEqual(statuses, {"reed": "ok", "totaljobs": "ok", "nhs_jobs": "empty", "work_hub": "blocked"})
        self.assertEqual(content["total_jobs"], len(content["jobs"]))
        for job in content["jobs"]:
            self.assertIn(job["work_mode"], ("remote", "hybrid", "on-site", "unknown"))
            self.assertRegex(job["posted_date"], r"^(\d{4}-\d\d-\d\d)?$")
            self.assertRegex(job["dedup_hash"], r"^[0-9a-f]{32}$")
            self.assertEqual(job["salary_unlisted"], job["salary_min"] is None and job["salary_max"] is None)

    def test_france_and_duplicates(self):
        arguments = {"query": "test:all", "country": "FR", "platforms": ["apec", "wttj", "meteojob"], "limit": 500}
        content = result("scrape_jobs", arguments)["structuredContent"]
        self.assertTrue(any(job["also_on"] for job in content["jobs"]))
        seen = [job["dedup_hash"] for job in content["jobs"]]
        rest = result("scrape_jobs", {**arguments, "dedup_hashes": seen})["structuredContent"]
        self.assertEqual(rest["total_jobs"], 0)

    def test_only_as_many_as_asked(self):
        content = result("scrape_jobs", {"query": "test:all", "platforms": GB, "limit": 3})["structuredContent"]
        self.assertEqual(len(content["jobs"]), 3)
        self.assertGreater(content["total_found"], 3)

    def test_outcomes_of_one_platform(self):
        for word, status in (
            ("blocked", "blocked"),
            ("empty", "empty"),
            ("changed", "changed"),
            ("platform_rate_limited", "rate_limited"),
            ("timeout", "timeout"),
            ("error", "error"),
            ("not_configured", "not_configured"),
        ):
            arguments = {"query": "test:%s reed" % word, "platforms": ["reed", "totaljobs"]}
            rows = result("scrape_jobs", arguments)["structuredContent"]["platforms"]
            self.assertEqual([row["status"] for row in rows], [status, "ok"], word)

    def test_cached(self):
        answer = result("scrape_jobs", {"query": "test:cached", "platforms": GB})
        self.assertEqual(answer["structuredContent"]["source"], "cache")
        self.assertTrue(answer["_meta"][RECEIPT]["cached"])


class GetReputation(unittest.TestCase):
    def test_where_figures_come_from(self):
        names = ["Alderfinch Software", "Thistledown Hotels", "Dunmarrow Logistics", "Nobody Ltd"]
        answer = result("get_reputation", {"company_names": names})
        provenance = answer["_meta"]["io.jobdata/provenance"]
        self.assertEqual([provenance[name]["status"] for name in names], ["fresh", "stored", "stale", "not_found"])
        empty = {"rating": None, "review_count": 0, "insights": []}
        self.assertEqual(answer["structuredContent"]["Nobody Ltd"], empty)

    def test_deep_has_themes_and_five_names(self):
        answer = result("get_reputation", {"company_names": ["Datacanopée"], "mode": "deep", "country": "FR"})
        self.assertTrue(answer["structuredContent"]["Datacanopée"]["insights"])
        refused = error("get_reputation", {"company_names": ["a", "b", "c", "d", "e", "f"], "mode": "deep"})
        self.assertEqual(refused["data"]["reason"], "validation")

    def test_markdown(self):
        arguments = {"company_names": ["Alderfinch Software"], "output": "markdown"}
        self.assertIn("Alderfinch Software", result("get_reputation", arguments)["content"][0]["text"])


class ScrapeUrl(unittest.TestCase):
    def test_pages(self):
        pages = ["https://pages.example/article", "https://pages.example/missing"]
        answer = result("scrape_url", {"urls": pages})
        self.assertTrue(answer["structuredContent"][pages[0]].startswith("# "))
        self.assertTrue(answer["structuredContent"][pages[1]].startswith("Error: "))
        self.assertEqual(answer["_meta"]["io.jobdata/urls"][pages[1]]["error"]["reason"], "http_404")

    def test_cut_pages_say_how_much(self):
        page = "https://pages.example/long"
        text = result("scrape_url", {"urls": [page]})["structuredContent"][page]
        self.assertLessEqual(len(text), 30000)
        self.assertRegex(text.splitlines()[-1], r"^\[truncated: \d+ of \d+ characters\]$")

    def test_exchanges(self):
        page = "https://pages.example/app"
        text = result("scrape_url", {"urls": [page], "output": "xhr"})["structuredContent"][page]
        self.assertEqual(len(json.loads(text)), 2)
        refused = error("scrape_url", {"urls": [page], "output": "xhr", "use_javascript": False})
        self.assertEqual(refused["data"]["reason"], "validation")

    def test_what_is_never_fetched(self):
        for page in ("http://127.0.0.1/", "http://10.0.0.1/", "http://router.local/", "https://example.org:22/"):
            rows = error("scrape_url", {"urls": [page]})["data"]["urls"]
            self.assertEqual(rows[page]["error"]["reason"], "refused", page)


class Errors(unittest.TestCase):
    def test_on_demand(self):
        for word, code in (
            ("quota_exceeded", -32000),
            ("rate_limited", -32000),
            ("trial_expired", -32000),
            ("key_cap_reached", -32000),
            ("tool_not_allowed", -32000),
            ("internal", -32603),
        ):
            told = error("scrape_jobs", {"query": "test:" + word, "platforms": ["reed"]})
            self.assertEqual((told["code"], told["data"]["reason"]), (code, word))
            self.assertEqual(told["data"]["docs"], URL + "/docs/errors#" + word)
            with urllib.request.urlopen(told["data"]["docs"].split("#")[0]) as page:
                self.assertIn('id="%s"' % word, page.read().decode())

    def test_arguments(self):
        told = error("scrape_jobs", {"query": 7, "platforms": GB})
        self.assertEqual((told["code"], told["data"]["fields"][0]["path"]), (-32602, "/query"))
        told = error("scrape_jobs", {"query": "nurse", "platforms": ["apec"]})
        self.assertEqual((told["code"], told["data"]["reason"]), (-32000, "validation"))
        self.assertIn("reed", told["data"]["allowed"])

    def test_a_wrong_key(self):
        request = urllib.request.Request(
            URL + "/mcp", headers=headers({"Authorization": "Bearer jdm_test_no"}), data=body("ping", {})
        )
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        self.assertEqual(refused.exception.code, 401)
        self.assertEqual(json.load(refused.exception)["error"]["data"]["reason"], "invalid_key")
        refused.exception.close()


class ReceiptsAndRepeats(unittest.TestCase):
    def test_receipt_and_headers(self):
        answer, told = post("scrape_jobs", {"query": "nurse", "platforms": GB})
        receipt = answer["result"]["_meta"][RECEIPT]
        self.assertEqual((receipt["tool"], receipt["cost"], receipt["test"]), ("scrape_jobs", 0, True))
        self.assertEqual(float(told["X-Credits-Remaining"]), receipt["balance"])
        self.assertTrue(told["X-Request-Id"])
        for name in ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"):
            self.assertGreaterEqual(int(told[name]), 0)

    def test_repeats(self):
        repeat = {"Idempotency-Key": str(uuid.uuid4())}
        arguments = {"query": "nurse", "platforms": GB}
        first = result("scrape_jobs", arguments, more=repeat)
        second = result("scrape_jobs", arguments, more=repeat)
        self.assertEqual([one["_meta"][RECEIPT]["replayed"] for one in (first, second)], [False, True])
        self.assertEqual(first["structuredContent"], second["structuredContent"])
        refused = error("scrape_jobs", {**arguments, "limit": 1}, more=repeat)
        self.assertEqual(refused["data"]["reason"], "validation")


class Progress(unittest.TestCase):
    def test_as_it_comes(self):
        address = urlsplit(URL)
        connection = http.client.HTTPConnection(address.hostname, address.port)
        arguments = {"query": "test:slow", "platforms": ["reed", "totaljobs"]}
        connection.request(
            "POST",
            "/mcp",
            body("scrape_jobs", arguments, {"progressToken": 1}),
            headers({"Accept": "application/json, text/event-stream"}),
        )
        response = connection.getresponse()
        self.assertEqual(response.getheader("Content-Type"), "text/event-stream")
        messages = [json.loads(line[len("data: "):]) for line in response.read().decode().splitlines() if line.startswith("data: ")]
        connection.close()
        progress = [message["params"]["progress"] for message in messages[:-1]]
        self.assertEqual(progress, sorted(set(progress)))
        self.assertGreaterEqual(len(progress), 2)
        self.assertGreater(messages[-1]["result"]["structuredContent"]["total_jobs"], 0)


if __name__ == "__main__":
    unittest.main()
